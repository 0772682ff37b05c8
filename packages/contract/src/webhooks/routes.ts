const webhooks = '/api/channels/my-channel/webhooks'

export const webhookRoutes = {
  listWebhooks: `GET ${webhooks}`,
  createWebhook: `POST ${webhooks}`,
  updateWebhook: `PUT ${webhooks}/:webhookId`,
  deleteWebhook: `DELETE ${webhooks}/:webhookId`,
  renewWebhookSecret: `POST ${webhooks}/:webhookId/secret`,
  testWebhook: `POST ${webhooks}/:webhookId/test`,
  listWebhookDeliveries: `GET ${webhooks}/:webhookId/deliveries`,
} as const
