# SPDX-License-Identifier: Apache-2.0
# Rscript families.R FAMILY FILE: the estimates of MASS::fitdistr from the numbers in FILE, in the order of their
# names, and their log densities at these numbers on a second line; all digits.
if (!requireNamespace("MASS", quietly = TRUE)) quit(status = 77)
arguments <- commandArgs(trailingOnly = TRUE)
x <- scan(arguments[2], quiet = TRUE)
by_moments <- mean(x)^2 / var(x)
fit <- switch(arguments[1],
  exponential = MASS::fitdistr(x, "exponential"),
  gamma = MASS::fitdistr(x / mean(x), dgamma, list(shape = by_moments, rate = by_moments), lower = 1e-6),
  lognormal = MASS::fitdistr(x, "lognormal"),
  beta = MASS::fitdistr(x, dbeta, list(shape1 = 2, shape2 = 2), lower = 1e-6))
p <- fit$estimate
if (arguments[1] == "gamma") p["rate"] <- p["rate"] / mean(x)
density <- switch(arguments[1],
  exponential = dexp(x, p[1], log = TRUE),
  gamma = dgamma(x, p["shape"], p["rate"], log = TRUE),
  lognormal = dlnorm(x, p[1], p[2], log = TRUE),
  beta = dbeta(x, p[1], p[2], log = TRUE))
cat(sprintf("%.17g", p), "\n")
cat(sprintf("%.17g", density), "\n")
