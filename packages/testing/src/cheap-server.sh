#!/bin/sh
# An MCP server that starts within a millisecond or two, so that what is seen is the client's own time.
# Its tool "echo" answers "hi" whatever it is asked.
while IFS= read -r line; do
  case $line in
    *'"id":'*) id=${line##*'"id":'} id=${id%%[,\}]*} ;;
    *) continue ;;
  esac
  case $line in
    *'"method":"initialize"'*)
      result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"cheap","version":"1.0.0"}}' ;;
    *'"method":"tools/list"'*)
      result='{"tools":[{"name":"echo","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}' ;;
    *'"method":"tools/call"'*)
      result='{"content":[{"type":"text","text":"hi"}]}' ;;
    *) result='{}' ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
