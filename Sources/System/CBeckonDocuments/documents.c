#include "CBeckonDocuments.h"

// C's #embed, because SwiftPM's own embedding takes half a minute for a file of this size.
static const unsigned char openapi[] = {
#embed "../../../docs/openapi.yaml"
};
const unsigned long beckon_openapi_yaml_length = sizeof openapi;

const unsigned char *beckon_openapi_yaml_bytes(void) { return openapi; }
