#include "henka.h"

const char *henka_version(void) { return HENKA_VERSION; }
int henka_version_number(void) { return HENKA_VERSION_NUMBER; }
