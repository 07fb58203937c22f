# Makes a labelled table of Debian's package descriptions: section,description, quoted as RFC 4180 says.
# Every fifth row goes to the file `test`, the others to `train`.
#   apt-cache dumpavail | LC_ALL=C awk -v train=train.csv -v test=test.csv -f packages.awk
# A record is a paragraph of `Key: value` lines; lines that begin with a space go on with the value, and a
# lone dot there is an empty line.

function quoted(text) {
  gsub(/"/, "\"\"", text)
  return "\"" text "\""
}

function finish_record() {
  if (section != "" && description != "") {
    ++rows
    print quoted(section) "," quoted(description) > (rows % 5 == 0 ? test : train)
  } else if (seen) {
    ++left_out
  }
  section = description = key = ""
  seen = 0
}

BEGIN {
  print "section,description" > train
  print "section,description" > test
}

/^$/ { finish_record(); next }

/^ / {
  if (key ~ /^Description(-en)?$/) {
    line = substr($0, 2)
    description = description "\n" (line == "." ? "" : line)
  }
  next
}

{
  seen = 1
  colon = index($0, ":")
  key = substr($0, 1, colon - 1)
  value = substr($0, colon + 1)
  sub(/^ +/, "", value)
  if (key == "Section") section = value
  if (key ~ /^Description(-en)?$/) description = value
}

END {
  finish_record()
  tested = int(rows / 5)
  printf "%d rows: %d to train, %d to test, %d left out for want of a section or a description\n",
    rows, rows - tested, tested, left_out
}
