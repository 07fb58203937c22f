// SPDX-License-Identifier: Apache-2.0
// Nothing: the target of this file is there for its precompiled headers.
int main() {}
