/** Why nothing is asked of whoever gives licences. */
export const noService = 'This console calls no licence service: it verifies keys by itself'
