#include "CBeckonDocuments.h"

static const unsigned char script[] = {
#embed "click.js"
};
const unsigned long beckon_click_script_length = sizeof script;

const unsigned char *beckon_click_script_bytes(void) { return script; }
