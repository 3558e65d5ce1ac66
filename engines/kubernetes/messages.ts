// client.ts
export const clusterRefusedRequest = 'The cluster does not accept this'
export const changedSinceLoaded = 'This has changed since it was loaded. Reload and try again.'
export const resourceVersionExpired = 'The watched resource version has expired'
export const clusterRuleRefuses = 'A rule of the cluster does not allow this'

// config-env.ts
export const tenantConfigCharacters = (field: string) =>
  `${field}: a tenant's configuration cannot contain line breaks or double quotes`

// demo/seed.ts
export const seedRefused = (path: string, answer: string) => `The demonstration's ${path} was refused: ${answer}`

// demo/store.ts
export const demonstrationClusterDamaged = (name: string) =>
  `The demonstration cluster cannot be read: ${name}.json in the data folder is damaged. Move it away, and a new one is made.`

// engine.ts
export const tokenHasInvalidCharacters = 'This is not a token: it contains spaces or other invalid characters'
export const clusterRejectsToken = 'The cluster does not accept this token; it may have expired'
export const signInWithToken = 'this console manages a cluster, sign in with the token of a service account'
export const clusterNotRestartable = 'the console cannot restart a cluster'

// rights.ts
export const missingClusterRight = (verb: string, resource: string, group: string, namespace: string) =>
  `You cannot ${verb} resource "${resource}" in API group "${group}" in the namespace "${namespace}"`

// yaml.ts
export const yamlTakesTooLong = 'It takes too long to read: it is nested or repeated too much'
export const tooBusyForYaml = 'The console is too busy to read YAML'
export const yamlTooLarge = (limit: number) => `A document has at most ${limit} KiB`
