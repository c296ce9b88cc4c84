#include <curl/curl.h>

// libcurl's functions for options and results are variadic, which Swift cannot call; each of these
// takes what one kind of option takes.

static inline CURLcode beckon_web_set_number(CURL *handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}

/// For a text, a list, bytes, or a callback's data.
static inline CURLcode beckon_web_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode beckon_web_set_receiver(
    CURL *handle, CURLoption option, curl_write_callback receive) {
  return curl_easy_setopt(handle, option, receive);
}

/// No other protocols than http and https; older libraries take that as bits only.
static inline CURLcode beckon_web_allow_web_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
}

/// The status of the last answer, or 0.
static inline long beckon_web_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// Bytes of the request that were sent, without its body; 0 when none were.
static inline long beckon_web_sent_bytes(CURL *handle) {
  long count = 0;
  curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &count);
  return count;
}

/// For a number of bytes.
static inline CURLcode beckon_web_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode beckon_mail_set_source(CURL *handle, curl_read_callback give) {
  return curl_easy_setopt(handle, CURLOPT_READFUNCTION, give);
}

/// Who is told of each command and each line of the answers.
static inline CURLcode beckon_mail_set_witness(CURL *handle, curl_debug_callback tell) {
  return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, tell);
}

/// No other protocols than those for mails.
static inline CURLcode beckon_mail_allow_mail_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_SMTP | CURLPROTO_SMTPS);
#endif
}
