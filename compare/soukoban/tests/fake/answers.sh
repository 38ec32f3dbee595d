#!/bin/sh
# Stands in for `sokoban solve FILE --level N ...` on tests/fake/levels.xsb.
# It checks the arguments, so that a change of the contract shows here.
expected="--time 1s --format json --no-progress --threads 1"
[ "$1" = solve ] && [ -f "$2" ] && [ "$3" = --level ] || exit 2
level=$4
shift 4
[ "$*" = "$expected" ] || exit 2

report() {
    printf '{"schema":1,"level":%s,"verdict":"%s","optimal_for":%s,"pushes":%s,"moves":%s,"solution":%s,"seconds":0.001}\n' "$@"
}
case $level in
    1) report 1 solved '["pushes"]' 1 1 '"R"' ;;
    2) report 2 solved '["pushes"]' 3 6 '"RlldRR"' ;;
    3) report 3 solved '["pushes"]' 1 1 '"R"' ;;
    4) report 4 unknown '[]' null null null; exit 12 ;;
    5) report 5 solved '[]' 1 1 '"R"' ;;
    6) report 1 solved '["pushes"]' 1 1 '"R"' ;;
    7) while :; do :; done ;;
    8) report 8 unsolvable '[]' null null null; exit 11 ;;
esac
