/* clock - time that only moves forward, in milliseconds since some moment, and processor time.
 *
 * Threads  Any.
 */
#ifndef HENKA_BASE_CLOCK_H
#define HENKA_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_ms(void);
double clock_cpu_seconds(void); /* of this process */

#endif
