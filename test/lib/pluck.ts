/** Values of one property of each item. */
export const pluck = <T, K extends keyof T>(items: readonly T[] | undefined, key: K) => items?.map((item) => item[key])
