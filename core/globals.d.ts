/** Whether this is a development build. Replaced at build time, so production contains none of the code it guards. */
declare const __DEV__: boolean

/** Script with the installed plugins, assembled by the server. The page's import map resolves the name. */
declare module 'stowage/session' {
  /** Renders the signed-in console. */
  export const signedIn: () => import('react').ReactNode
  /** Loads the code of the page at a path. */
  export const pageAt: (path: string) => Promise<void>
}
