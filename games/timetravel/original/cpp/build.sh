# Compiles a bot of the contest; its sources are the arguments. Agon runs this script in a copy of the bot's
# folder. CXX is the compiler, KIT this folder, LIB the folder with its object files, HOME_DIR the folder of the
# bot's AI.cpp, and CLIENT lists the files of the contest's client, which KIT replaces.
#
# Tries the C++ of 2009, then today's, then the bot's own BaseAI and wrappers, which its author may have
# extended. Functions of theirs may end without a return, which works only in unoptimised code.
mkdir -p aside
for file in $CLIENT
do if [ -e "$HOME_DIR/$file" ]; then mv "$HOME_DIR/$file" aside/; fi; done
link() {
    "$CXX" "$@" -w -fpermissive -pthread -I "$HOME_DIR" -I . -I "$KIT" -o agon-program "$KIT/main.cpp" \
        "$LIB/board.o" "$LIB/game.o" "$LIB/getters.o" "$LIB/host.o"
}
link -std=gnu++98 -O2 "$@" "$LIB/BaseAI.o" "$LIB/wrappers.o" 2> said && exit 0
link -std=gnu++17 -O2 "$@" "$LIB/BaseAI.o" "$LIB/wrappers.o" 2> /dev/null && exit 0
if [ -e aside/BaseAI.h ] && [ -e aside/BaseAI.cpp ] && [ -e aside/wrappers.h ] && [ -e aside/wrappers.cpp ]
then
    for file in BaseAI.cpp BaseAI.h wrappers.cpp wrappers.h
    do mv "aside/$file" "$HOME_DIR/"; done
    link -std=gnu++98 -O0 "$@" "$HOME_DIR/BaseAI.cpp" "$HOME_DIR/wrappers.cpp" 2> /dev/null && exit 0
fi
cat said >&2
exit 1
