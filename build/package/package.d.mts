export const packageAll: (options: {
  root: string
  dist: string
  out: string
  only?: readonly string[]
}) => Promise<{ names: string[]; notes: string[] }>

export const stageFor: (options: { root: string; dist: string; to: string; arch?: string }) => string | undefined
