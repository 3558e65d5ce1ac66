import { useState } from 'react'

/**
 * The value of the first render. A dialog that sends only differences compares with it: a reload must not turn another
 * person's change into a part of this one.
 */
export const useInitial = <T>(value: T): T => useState(() => value)[0]
