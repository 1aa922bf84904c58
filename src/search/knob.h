#ifndef KNOB_H
#define KNOB_H
extern int knobs[64];
#define K(i, d) (knobs[i] == -99999 ? (d) : knobs[i])
#endif
