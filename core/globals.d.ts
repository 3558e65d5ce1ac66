/** Whether this is a development build. Replaced at build time, so production contains none of the code it guards. */
declare const __DEV__: boolean
