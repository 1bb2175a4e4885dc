# Compiles a bot of the contest; its sources are the arguments. Agon runs this script in a copy of the bot's
# folder. CXX is the compiler, KIT this folder, LIB the folder with its object files, HOME_DIR the folder of the
# bot's AI.cpp, and CLIENT lists the files of the contest's client, which KIT replaces. DEBUG_FLAGS has the options for
# a debugger.
#
# Tries the C++ of 2009, then today's, then the bot's own BaseAI and wrappers, which its author may have
# extended. Functions of theirs may end without a return, which works only in unoptimised code. A client of the
# contest's earlier kit is compiled with that kit's names of fields. Shows the errors of the last attempt.
made=agon-made
mkdir -p aside "$made"
for file in $CLIENT
do if [ -e "$HOME_DIR/$file" ]; then mv "$HOME_DIR/$file" aside/; fi; done

link() { "$CXX" -pthread -o agon-program "$made"/*.o "$LIB/interface.o" "$LIB/getters.o" "$@"; }

# attempt WHAT OPTIONS SOURCE...: compiles two files at a time and links them, with the kit's BaseAI and wrappers
# unless those are among the sources.
attempt() {
    what=$1 options=$2 number=0
    shift 2
    rm -f "$made"/*
    for file in "$@" "$KIT/main.cpp"
    do
        number=$((number + 1))
        {
            "$CXX" $options $DEBUG_FLAGS -w -fpermissive -pthread -I "$HOME_DIR" -I . -I "$KIT" -c "$file" \
                -o "$made/$number.o" 2> "$made/$number.said" || : > "$made/failed"
        } &
        if [ $((number % 2)) = 0 ]; then wait; fi
    done
    wait
    if [ ! -e "$made/failed" ]
    then
        case $base in
            kit) link "$LIB/BaseAI.o" "$LIB/wrappers.o" ;;
            source) link ;;
        esac 2> "$made/link.said" && exit 0
    fi
    { echo "$what:"; cat "$made"/*.said; } > said
}

if [ -e aside/BaseAI.h ] && [ -e aside/BaseAI.cpp ] && [ -e aside/wrappers.h ] && [ -e aside/wrappers.cpp ]
then has_base=yes; else has_base=no; fi
names=
if grep -qswE 'minrange|maxrange|traintime|attackcost|canpaint|blockmove|blockbuild' "$@" "$HOME_DIR"/*.h aside/*
then names=-DAGON_EARLIER_NAMES; fi

if [ -z "$names" ]
then
    base=kit
    attempt "as C++98" "-std=gnu++98 -O2" "$@"
    attempt "as C++17" "-std=gnu++17 -O2" "$@"
elif [ $has_base = no ]
then
    base=source
    for year in 98 17
    do
        attempt "with the names of the earlier kit, as C++$year" "-std=gnu++$year -O2 $names" "$@" \
            "$KIT/BaseAI.cpp" "$KIT/wrappers.cpp"
    done
fi
if [ $has_base = yes ]
then
    base=source
    for file in BaseAI.cpp BaseAI.h wrappers.cpp wrappers.h
    do mv "aside/$file" "$HOME_DIR/"; done
    attempt "with the bot's own BaseAI and wrappers, as C++98" "-std=gnu++98 -O0 $names" "$@" \
        "$HOME_DIR/BaseAI.cpp" "$HOME_DIR/wrappers.cpp"
fi
cat said >&2
exit 1
