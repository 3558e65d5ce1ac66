/** Why a license cannot be renewed automatically. */
export const noService = 'This console calls no licence service: it verifies keys by itself'
