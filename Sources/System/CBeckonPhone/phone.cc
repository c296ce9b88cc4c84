#include "CBeckonPhone.h"

#include <phonenumbers/phonenumberutil.h>

#include <cstring>
#include <string>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

extern "C" int beckon_phone_e164(
    const char *number, const char *region, char *output, unsigned long capacity) {
  const PhoneNumberUtil *util = PhoneNumberUtil::GetInstance();
  PhoneNumber parsed;
  const std::string where = *region ? region : "ZZ";
  if (util->Parse(number, where, &parsed) != PhoneNumberUtil::NO_PARSING_ERROR) return 0;
  if (!util->IsPossibleNumber(parsed)) return 0;
  std::string text;
  util->Format(parsed, PhoneNumberUtil::E164, &text);
  if (text.size() + 1 > capacity) return 0;
  std::memcpy(output, text.c_str(), text.size() + 1);
  return util->IsValidNumber(parsed) ? 2 : 1;
}
