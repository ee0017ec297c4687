#!/bin/sh
# An MCP server that shakes hands and lists one tool as the cheap one does, and then spoils things:
# sh bad-server.sh <cheap server> <hang: no call is answered; stdout, stderr: 1 kB lines without end>
line=$(printf '%01000d' 0)
case $2 in
  stdout) while :; do echo "$line"; done & ;;
  stderr) while :; do echo "$line"; done >&2 & ;;
  hang)
    sh "$1" | while IFS= read -r answer; do
      case $answer in *'"content"'*) ;; *) printf '%s\n' "$answer" ;; esac
    done
    exit
    ;;
esac
exec sh "$1"
