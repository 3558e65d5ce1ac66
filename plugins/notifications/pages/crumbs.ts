/** Breadcrumbs of all pages about targets. */
export const crumbs = [{ label: 'Notification Endpoints', href: '/notification-endpoints' }]
