# Completion of ksmsim for bash 4.2 or later. All words come from the command itself: verbs and options from --help,
# keys and their values from `explain`, plug-ins from `list`. What it says is kept in _ksmsim_said for as long as the
# shell lives. Needs nothing of the package bash-completion.
declare -gA _ksmsim_said=()

# ARGUMENT...: what the command prints, as $REPLY; "" if it fails.
_ksmsim_ask() {
  local asked="$_ksmsim_command $*"
  if [[ -z ${_ksmsim_said[$asked]+there} ]]; then
    _ksmsim_said[$asked]=$(COLUMNS=80 NO_COLOR=1 "$_ksmsim_command" "$@" 2>/dev/null </dev/null)
  fi
  REPLY=${_ksmsim_said[$asked]}
}

# VERB...: reads the help of this verb (the program's without any) into the variables of _ksmsim: verbs, values (of an
# option: its type, or "" for a flag), texts (of an option), positionals ("NAME text"), prose (all lines below the lists).
_ksmsim_read_help() {
  local line list='' name
  local entry='^  (-[^ ]+(, *-[^ ]+)*)( ([^ ]+))?( +(.*))?$'
  _ksmsim_ask "$@" --help
  while IFS= read -r line; do
    case ${line,,} in
      positionals: | options: | subcommands:) list=${line,,} ;;
      '  '*)
        if [[ $list == options: && $line =~ $entry ]]; then
          for name in ${BASH_REMATCH[1]//,/ }; do
            values[$name]=${BASH_REMATCH[4]} texts[$name]=${BASH_REMATCH[6]}
          done
        elif [[ $list == subcommands: && $line =~ ^'  '([a-z][^ ]*) ]]; then
          verbs+=("${BASH_REMATCH[1]}")
        elif [[ $list == positionals: && $line =~ ^'  '([A-Z]+)' '*(.*) ]]; then
          positionals+=("${BASH_REMATCH[1]} ${BASH_REMATCH[2]}")
        fi ;;
      *) list='' ;;
    esac
    [[ -n $list ]] || prose+=$line$'\n'
  done <<<"$REPLY"
}

# WORDS: "a, b or c" as lines, in $REPLY; "" if they are not plain words.
_ksmsim_split() {
  local words=${1//, /$'\n'}
  REPLY=${words// or /$'\n'}
  [[ $REPLY =~ ^[A-Za-z0-9._$'\n'-]+$ ]] || REPLY=''
}

# KIND: names of the plug-ins of this kind, as lines in $REPLY; "" if there is no such kind.
_ksmsim_plugins() {
  local line names=''
  _ksmsim_ask list "$1"
  while IFS= read -r line; do
    [[ -n $line ]] || break  # their parameters follow
    [[ $line =~ ^'  '([^ ]+)'  ' ]] && names+=${BASH_REMATCH[1]}$'\n'
  done <<<"$REPLY"
  REPLY=$names
}

# KEY: the "type" that explain tells of it, as one line in $REPLY.
_ksmsim_type() {
  local line type=''
  _ksmsim_ask explain "$1"
  while IFS= read -r line; do
    case $line in
      '  type '*) type=${line#  type} ;;
      '           '*) type+=" $line" ;;
      *) [[ -z $type ]] || break ;;
    esac
  done <<<"$REPLY"
  read -r -d '' -a line <<<"$type"
  REPLY=${line[*]}
}

# KEY: the values it may have, as lines in $REPLY; "" if they cannot be listed.
_ksmsim_values() {
  _ksmsim_type "$1"
  case $REPLY in
    'name of a '*': '*) _ksmsim_split "${REPLY#*: }" ;;
    'one of '*) _ksmsim_split "${REPLY#one of }" ;;
    *' or '*) _ksmsim_split "${REPLY%% or a *}" ;;
    *) REPLY='' ;;
  esac
}

# WORD: keys of scenarios that take a value, as lines in $REPLY. An item of a list, vms[], gets the number or name that
# WORD has there, or 0.
_ksmsim_keys() {
  local all key keys='' part
  local -a typed
  _ksmsim_ask explain
  all=$'\n'$REPLY$'\n'
  IFS=. read -r -a typed <<<"$1"
  for key in $REPLY; do
    if [[ $all == *$'\n'"$key".* || $all == *$'\n'"$key"'[]'* ]]; then
      _ksmsim_type "$key"
      [[ $REPLY != 'a mapping' && $REPLY != 'a list' ]] || continue
    fi
    part=0
    [[ $1 == *.*.* && $key == "${typed[0]}[]".* ]] && part=${typed[1]}
    key=${key/'[]'/.$part}
    keys+=${key//'[]'/.0}$'\n'
  done
  REPLY=$keys
}

# WORD PREFIX: those lines of $REPLY that begin with WORD become answers, with PREFIX before them.
_ksmsim_offer() {
  local candidate
  while IFS= read -r candidate; do
    [[ -n $candidate && $candidate == "$1"* ]] && COMPREPLY+=("$2$candidate")
  done <<<"$REPLY"
}

# WORD PREFIX [ENDING...]: folders, and files with one of these endings; all files if there are none such. No file has
# the ending /: folders alone.
_ksmsim_offer_files() {
  local word=$1 prefix=$2 file ending some=''
  local -a files
  shift 2
  mapfile -t files < <(compgen -f -- "$word")
  for file in "${files[@]}"; do
    for ending in "$@"; do
      [[ $file == *."$ending" && ! -d $file ]] && some+=$file$'\n'
    done
  done
  [[ -z $some && $1 != / ]] || mapfile -t files < <(printf '%s' "$some"; compgen -d -- "$word")
  COMPREPLY+=("${files[@]/#/$prefix}")
  compopt -o filenames 2>/dev/null
}

# WORD PREFIX: KEY=VALUE, or with a list of values of which the last is completed.
_ksmsim_offer_setting() {
  local word=$1 prefix=$2 key=${1%%=*} value=${1#*=}
  if [[ $word != *=* ]]; then
    _ksmsim_keys "$word"
    REPLY=${REPLY//$'\n'/=$'\n'}
    _ksmsim_offer "$word" "$prefix"
    compopt -o nospace 2>/dev/null
    return
  fi
  [[ $key != vms.*.* ]] || key=vms.0.${key#vms.*.}
  _ksmsim_values "$key"
  _ksmsim_offer "${value##*,}" "$prefix${word%"${value##*,}"}"
}

# NAME TEXT: the words that the help gives for it, as lines in $REPLY; "" if it gives none.
_ksmsim_choices() {
  local name=$1 text=$2
  local sentence=$'(^|\n)'"$name is (one of: )?([^.(]*[^.( ])"
  _ksmsim_split "${text##*: }"
  [[ $REPLY != *$'\n'* ]] || return 0
  REPLY=''
  [[ $prose =~ $sentence ]] || return 0
  if [[ -n ${BASH_REMATCH[2]} ]]; then
    REPLY=${BASH_REMATCH[3]// /$'\n'}
  else
    _ksmsim_split "${BASH_REMATCH[3]}"
  fi
}

# OPTION WORD PREFIX: the value of an option.
_ksmsim_offer_value() {
  local option=$1 word=$2 prefix=$3 type=${values[$1]}
  case $type in
    KEY=*) _ksmsim_offer_setting "$word" "$prefix"; return ;;
    KEY*) _ksmsim_keys "${word##*,}"; _ksmsim_offer "${word##*,}" "$prefix${word%"${word##*,}"}"; return ;;
  esac
  _ksmsim_choices "$type" "${texts[$option]}"
  [[ -n $REPLY || $option != --* ]] || _ksmsim_plugins "${option#--}"
  if [[ -n $REPLY ]]; then
    _ksmsim_offer "$word" "$prefix"
    return
  fi
  case $type in
    DIR) _ksmsim_offer_files "$word" "$prefix" / ;;
    N | I/N | P | PID* | H | NAME | TIME | SIZE | WHEN | WHAT | CONDITION) ;;
    *) _ksmsim_offer_files "$word" "$prefix" ;;
  esac
}

# "NAME text" WORD: an argument that is no option.
_ksmsim_offer_positional() {
  local name=${1%% *} text=${1#* } word=$2
  local -a endings=()
  _ksmsim_choices "$name" "$text"
  [[ -n $REPLY || $name != KEY ]] || _ksmsim_ask explain
  [[ -n $REPLY ]] || _ksmsim_plugins "${name,,}"
  if [[ -n $REPLY ]]; then
    _ksmsim_offer "$word" ''
    return
  fi
  case "${name,,} ${text,,}" in
    *image* | *'page list'*) ;;
    dir\ *) endings=(/) ;;
    *)
      [[ "${name,,} ${text,,}" != *@(yaml|scenario)* ]] || endings+=(yaml yml)
      [[ "${name,,} ${text,,}" != *@(result|plan)* ]] || endings+=(json)
      [[ ${name,,} != trace ]] || endings+=(ksmtrace) ;;
  esac
  _ksmsim_offer_files "$word" '' "${endings[@]}"
}

# The words up to the cursor, as the array `words`: what bash split at = and : is whole again.
_ksmsim_words() {
  local i word rest=$COMP_LINE between
  local -i last=-1
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    between=${rest%%"$word"*} rest=${rest#*"$word"}
    if [[ $last -ge 1 && -n $word && -z $between && ( $word == [=:]* || ${words[last]} == *[=:] ) ]]; then
      words[last]+=$word
    else
      words[++last]=$word
    fi
  done
}

# Goes over the words before the cursor: reads the help of the verb they name, counts its arguments, and sets `option` if
# the last one wants a value.
_ksmsim_walk() {
  local word
  local -a path=()
  _ksmsim_read_help
  for word in "$@"; do
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -* ]]; then
      [[ -z ${values[$word]-} ]] || option=$word
    elif [[ $given -eq 0 && " ${verbs[*]} " == *" $word "* ]]; then
      path+=("$word") verbs=() positionals=() prose=''
      _ksmsim_read_help "${path[@]}"
    else
      ((++given))
    fi
  done
}

# WORD: an option, a verb or an argument.
_ksmsim_offer_word() {
  local word=$1
  if [[ $word != -* && ${#verbs[@]}${#positionals[@]} != 00 ]]; then
    printf -v REPLY '%s\n' "${verbs[@]}"
    [[ $given -gt 0 ]] || _ksmsim_offer "$word" ''
    ((given < ${#positionals[@]})) || given=$((${#positionals[@]} - 1))
    [[ ${#positionals[@]} -eq 0 ]] || _ksmsim_offer_positional "${positionals[given]}" "$word"
    return
  fi
  printf -v REPLY '%s\n' "${!values[@]}"
  _ksmsim_offer "$word" ''
}

_ksmsim() {
  local IFS=$' \t\n' REPLY='' prose='' option='' word breaks='' head=''
  local _ksmsim_command=${1/#\~\//$HOME/}
  local -i given=0
  local -a words=() verbs=() positionals=()
  local -A values=() texts=()
  COMPREPLY=()
  _ksmsim_words
  word=${words[${#words[@]} - 1]}
  if [[ $word == *[\\\'\"\$\`]* ]]; then
    compopt -o default 2>/dev/null  # quoted: a file, by bash's own means
    return 0
  fi
  _ksmsim_walk "${words[@]:1:${#words[@]}-2}"
  if [[ -n $option ]]; then
    _ksmsim_offer_value "$option" "$word" ''
  elif [[ $word == --*=* ]]; then
    [[ -z ${values[${word%%=*}]-} ]] || _ksmsim_offer_value "${word%%=*}" "${word#*=}" "${word%%=*}="
  else
    _ksmsim_offer_word "$word"
  fi
  # bash replaces only what follows the last of these in the word
  [[ $COMP_WORDBREAKS != *=* ]] || breaks+='='
  [[ $COMP_WORDBREAKS != *:* ]] || breaks+=':'
  [[ -z $breaks ]] || head=${word%"${word##*[$breaks]}"}
  COMPREPLY=("${COMPREPLY[@]#"$head"}")
}
complete -F _ksmsim ksmsim
