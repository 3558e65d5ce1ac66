import type { BaseIssue } from 'valibot'

/**
 * Whether the message of an issue is valibot's own ("Invalid type: Expected string but received 1"), which is for
 * programmers and repeats the input. Our schemas have readable messages instead.
 */
export const isDefaultMessage = ({ message }: Pick<BaseIssue<unknown>, 'message'>) => message.startsWith('Invalid ')
