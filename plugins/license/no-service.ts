/** Why a license cannot be renewed automatically. */
export const noService = 'This console calls no license service. It verifies keys locally.'
