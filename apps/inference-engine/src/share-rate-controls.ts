import { isAtVendor, type PricedModel, type RateControl } from '@medstream/models';

/** The rate control of a model at its address, made when it is first asked for. */
export type ShareRateControl = (model: PricedModel, make: () => RateControl) => RateControl;

/**
 * One rate control for all models on one server, which shares its strength among them; at a vendor one for each model,
 * since rates and quotas are those of a model there.
 */
export function shareRateControls(): ShareRateControl {
  const controls = new Map<string, RateControl>();
  return (model, make) => {
    const key = JSON.stringify([model.endpoint, isAtVendor(model) ? model.name : null]);
    const control = controls.get(key) ?? make();
    controls.set(key, control);
    return control;
  };
}
