#!/usr/bin/env bash
# Keeps a mirror of a board, and prints it after every update: board.sh BOARD [HOST [PORT]]
# After a cut it opens the board anew, and is given all of it. Texts stay escaped, as they come.
# `kids` are the sections of "board" and the texts of each section, each under "ID/INDEX".
declare -A kids size title gone come
fill() { all=() # ID PLACE: what comes stands where it says, what is kept fills the free places
  for ((i = k = 0; ; k++)); do
    while [[ ${gone["$1/$i"]} ]]; do ((++i)); done
    if [[ ${come["$2/$k"]+x} ]]; then all[k]=${come["$2/$k"]}
    elif ((i < ${size["$1"]:-0})); then all[k]=${kids["$1/$i"]}; ((++i)); else break; fi
  done
  for i in "${!all[@]}"; do kids["$1/$i"]=${all[i]}; done; size["$1"]=$k
}
while sleep 0.3; do exec 3<>"/dev/tcp/${2:-127.0.0.1}/${3:-7667}" && echo "open $1" >&3 && left=0
  while IFS= read -r line <&3; do read -r word a b c d <<<"$line"
    # A text is what stands behind its words and one blank, so there must be a blank.
    at="${kids["board/${a%.*}"]}/${a#*.}" to="${b/.//}" line="$line "
    [[ $word != *-section ]] || at="board/$a" to="board/$b"
    case $word in
      board) left=$((d + 1)) revision=$b kids=() size=() gone=() come=() ;;
      batch) left=$((d + 1)) revision=$c ;;
      section) title[$((++made))]=${line#* * * }; kids["board/$((size[board]++))"]=$made ;;
      insert-section) title[$((++made))]=${line#* * * * }; come["$at"]=$made ;;
      item) kids["$made/$((size[$made]++))"]=${line#* * * } ;;
      delete*) gone["$at"]=1 ;;
      move*) gone["$at"]=1 come["$to"]=${kids["$at"]} ;;
      insert) come["${a/.//}"]=${line#* * * * } ;;
      reload-section) title[${kids["$at"]}]=${line#* * * } ;;
      reload) kids["$at"]=${line#* * * } ;;
      refused | error) echo "$line"; exit 1 ;;
    esac; ((left && !--left)) || continue
    echo "$1 $revision"; fill board board; list=("${all[@]}")
    for s in "${!list[@]}"; do id=${list[s]}; fill "$id" "$s"; echo "- ${title[$id]% }"
      ((k)) && printf '  %s\n' "${all[@]% }"; done; gone=() come=(); echo
  done; done 2>/dev/null
