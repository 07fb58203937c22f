# glmnet on rows.csv (numbers, then the class y) by a ridge or a lasso: coefficients, the intercept first, a line for
# each class.
#     Rscript logistic.R rows.csv ALPHA PENALTY
suppressPackageStartupMessages(library(glmnet))
given <- commandArgs(trailingOnly = TRUE)
rows <- read.csv(given[1], stringsAsFactors = FALSE)
x <- as.matrix(rows[, names(rows) != "y"])
y <- factor(rows$y)
lambda <- as.numeric(given[3]) / nrow(x)
family <- if (nlevels(y) == 2) "binomial" else "multinomial"
fit <- glmnet(x, y, family = family, alpha = as.numeric(given[2]), lambda = lambda * 10^(4:0), standardize = FALSE,
              thresh = 1e-24, maxit = 1e8)
found <- coef(fit, s = lambda)
if (family == "binomial") found <- list(found)
for (each in found) cat(format(as.matrix(each)[, 1], digits = 17), "\n")
