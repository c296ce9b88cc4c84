#include "CBeckonDocuments.h"

static const unsigned char script[] = {
#embed "page.js"
};
const unsigned long beckon_page_script_length = sizeof script;

const unsigned char *beckon_page_script_bytes(void) { return script; }
