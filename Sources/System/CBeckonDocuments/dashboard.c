#include "CBeckonDocuments.h"

static const unsigned char style[] = {
#embed "dashboard.css"
};
const unsigned long beckon_dashboard_style_length = sizeof style;

const unsigned char *beckon_dashboard_style_bytes(void) { return style; }

static const unsigned char script[] = {
#embed "dashboard.js"
};
const unsigned long beckon_dashboard_script_length = sizeof script;

const unsigned char *beckon_dashboard_script_bytes(void) { return script; }

// Chart.js stands in no folder of ours: Debian's package libjs-chart.js puts it there. Without it
// the program is built all the same, and charts are shown as their tables.
#if __has_embed("/usr/share/javascript/chart.js/chart.min.js")
static const unsigned char chart[] = {
#embed "/usr/share/javascript/chart.js/chart.min.js"
};
const unsigned long beckon_chart_script_length = sizeof chart;
#else
static const unsigned char chart[1];
const unsigned long beckon_chart_script_length = 0;
#endif

const unsigned char *beckon_chart_script_bytes(void) { return chart; }
