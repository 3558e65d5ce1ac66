/** Whether this is a development build; the build puts the value in, so production carries none of what it guards. */
declare const __DEV__: boolean
