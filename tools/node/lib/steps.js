// SPDX-License-Identifier: MIT
// What a client does is written once, as a generator that yields what it waits for; how it waits is decided here.

/** Nothing has to be waited for: each yielded value is there. */
export function runAtOnce(steps) {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}

/** Each yielded value may be a promise. */
export async function runInTime(steps) {
  let step = steps.next();
  while (!step.done) {
    let value;
    try {
      value = await step.value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return step.value;
}
