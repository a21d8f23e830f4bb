#!/bin/sh
# Finds the installed package and hands over to the front of its hook. Without the package it does nothing: exit 0, silent.
program=$(command -v lifetime-watch 2>/dev/null) || exit 0
real=$(readlink -f "$program" 2>/dev/null) || real=$program
front=${real%/*}/lifetime-watch-hook.sh
[ -f "$front" ] && exec sh "$front" "$@"
exec lifetime-watch hook "$@" 2>/dev/null
