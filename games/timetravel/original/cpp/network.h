// The contest's own connection. Every function fails: Agon starts the bot and talks to it.
#ifndef AGON_TIMETRAVEL_NETWORK_H
#define AGON_TIMETRAVEL_NETWORK_H

struct sexp_t;

int open_server_connection(const char* host, const char* port);
int send_string(int socket, const char* text);
char* rec_string(int socket);
sexp_t* extract_sexpr(const char* text);

#endif
