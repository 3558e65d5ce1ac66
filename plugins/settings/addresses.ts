/** Path of a plugin's own panel. */
export const panelAddress = (id: string) => `/settings/of/${id}`
