// The one-shot functions of OpenSSL 3 look their algorithm up by name at each call, which costs more
// than hashing a hundred bytes. The older ones do not, and are only called old.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
