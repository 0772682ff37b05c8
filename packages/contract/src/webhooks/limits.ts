export const webhookLimits = {
  webhooksMax: 5,
  webhookUrlMaxLength: 500,
  webhookDeliveriesListed: 50,
} as const
