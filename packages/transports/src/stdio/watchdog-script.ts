/**
 * The program of the watchdog, for any POSIX `sh`. It reads `+ group start-time` and `- group` until
 * its input ends, which is when the host is gone, and then ends the groups that are still listed.
 * All it reads are numbers. `$1` is the host's id, by which processes that left their group are found;
 * `$2` the groups that are there at its own start, as `group:start-time`.
 */
export const WATCHDOG_SCRIPT = `# Toolpool: ends the MCP servers of a host that was killed
groups=$2
while read -r sign id start; do
  rest=
  for group in $groups; do [ "\${group%:*}" = "$id" ] || rest="$rest $group"; done
  groups=$rest
  [ "$sign" = + ] && groups="$groups $id:$start"
done
[ -n "$groups" ] || exit 0

# Whether the group is there and, while its leader is, the one that was listed: numbers are reused.
is_listed() {
  id=\${1%:*} start=\${1#*:}
  kill -0 "-$id" 2>/dev/null || return 1
  [ -r "/proc/$id/stat" ] || return 0
  # The name in the line may hold spaces, parentheses and line ends.
  stat=
  while read -r line; do stat=$line; done 2>/dev/null <"/proc/$id/stat"
  set -- \${stat##*) }
  [ "$start" = 0 ] || [ -z "\${20}" ] || [ "\${20}" = "$start" ]
}
signal_all() {
  for group in $groups; do
    is_listed "$group" && kill "-$1" "-$id" && kill -CONT "-$id"
  done
  [ -d /proc/self ] || return 0
  for file in $(grep -sl "$2" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    kill "-$1" "\${file%/environ}" && kill -CONT "\${file%/environ}"
  done
}
pause() { sleep 0.3 || sleep 1; }
exec 2>/dev/null
pause
signal_all TERM "$1"
pause
signal_all KILL "$1"
`;
