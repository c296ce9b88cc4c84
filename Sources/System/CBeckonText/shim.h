#include <libstemmer.h>
#include <utf8proc.h>
