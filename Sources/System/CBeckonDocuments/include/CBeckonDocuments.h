#ifndef CBECKON_DOCUMENTS_H
#define CBECKON_DOCUMENTS_H

/// docs/openapi.yaml, as it was when the program was built.
const unsigned char *beckon_openapi_yaml_bytes(void);
/// Its length in bytes.
extern const unsigned long beckon_openapi_yaml_length;

/// The script for pages, as it was when the program was built.
const unsigned char *beckon_page_script_bytes(void);
/// Its length in bytes.
extern const unsigned long beckon_page_script_length;

/// The script that carries a click to a form, as it was when the program was built.
const unsigned char *beckon_click_script_bytes(void);
/// Its length in bytes.
extern const unsigned long beckon_click_script_length;

/// The dashboard's style sheet, as it was when the program was built.
const unsigned char *beckon_dashboard_style_bytes(void);
/// Its length in bytes.
extern const unsigned long beckon_dashboard_style_length;

/// The dashboard's script, as it was when the program was built.
const unsigned char *beckon_dashboard_script_bytes(void);
/// Its length in bytes.
extern const unsigned long beckon_dashboard_script_length;

/// Chart.js of the system's package, as it was when the program was built.
const unsigned char *beckon_chart_script_bytes(void);
/// Its length in bytes; 0 when the package was not there.
extern const unsigned long beckon_chart_script_length;

#endif
