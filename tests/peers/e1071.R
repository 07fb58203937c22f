# SPDX-License-Identifier: Apache-2.0
# Rscript e1071.R FOLDER LAPLACE: learns FOLDER/train.csv (class y) with e1071's naiveBayes and writes what it learnt
# (tables.csv: column,class,value,number) and the posteriors of FOLDER/test.csv (posteriors.csv), all digits.
if (!requireNamespace("e1071", quietly = TRUE)) quit(status = 77)
arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]

read <- function(name) read.csv(file.path(folder, name), stringsAsFactors = TRUE, na.strings = "", check.names = FALSE)
digits <- function(numbers) sprintf("%.17g", numbers)

train <- read("train.csv")
test <- read("test.csv")
for (column in names(test)) if (is.factor(train[[column]])) test[[column]] <- factor(test[[column]], levels(train[[column]]))
model <- e1071::naiveBayes(y ~ ., data = train, laplace = as.numeric(arguments[2]))

lines <- "column,class,value,number"
for (column in names(model$tables)) {
  table <- model$tables[[column]]
  values <- if (is.factor(train[[column]])) levels(train[[column]]) else c("mean", "sd")
  for (class in rownames(table)) for (k in seq_along(values))
    lines <- c(lines, paste(column, class, values[k], digits(table[class, k]), sep = ","))
}
writeLines(lines, file.path(folder, "tables.csv"))

posterior <- predict(model, test, type = "raw")
rows <- apply(posterior, 1, function(row) paste(digits(row), collapse = ","))
writeLines(c(paste(colnames(posterior), collapse = ","), rows), file.path(folder, "posteriors.csv"))
