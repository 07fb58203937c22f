# SPDX-License-Identifier: Apache-2.0
# Rscript mass.R FOLDER lda|qda moment|mle: learns FOLDER/train.csv (class y) and writes the posteriors of
# FOLDER/test.csv (posteriors.csv), all digits.
if (!requireNamespace("MASS", quietly = TRUE)) quit(status = 77)
arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
learn <- if (arguments[2] == "lda") MASS::lda else MASS::qda

train <- read.csv(file.path(folder, "train.csv"), stringsAsFactors = TRUE)
test <- read.csv(file.path(folder, "test.csv"))
model <- learn(y ~ ., data = train, method = arguments[3])
posterior <- predict(model, test)$posterior
rows <- apply(posterior, 1, function(row) paste(sprintf("%.17g", row), collapse = ","))
writeLines(c(paste(colnames(posterior), collapse = ","), rows), file.path(folder, "posteriors.csv"))
