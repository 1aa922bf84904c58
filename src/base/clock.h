/* clock - monotonic time in milliseconds since an arbitrary moment, and processor time.
 *
 * Threads  Any thread may call these functions.
 */
#ifndef HENKA_BASE_CLOCK_H
#define HENKA_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_ms(void);
double clock_cpu_seconds(void); /* processor time that this process has used, in seconds */

#endif
