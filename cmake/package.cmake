# Placeholder until the package is installed.
