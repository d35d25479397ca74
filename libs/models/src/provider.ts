import type { ModelOptions } from './create-model.js';
import type { Model, Waiting } from './model.js';
import type { ModelPreset } from './preset.js';

/** What a provider is given to make a model. */
export interface ProviderRequest {
  /** What stands after the colon. */
  modelName: string;
  options: ModelOptions;
  waiting: Waiting;
  /** Facts about this very model, where a preset has some. */
  preset: ModelPreset | null;
}

/** One file of `providers/`, exported as `provider`; the file is named after the id. */
export interface Provider {
  /** What stands before the colon. */
  id: string;
  /** One line for `medstream-eval models`. */
  title: string;
  /** The only names it knows; null: any name, the server decides. */
  names: readonly string[] | null;
  /** Address used where none is given; null where the provider has no address of its own. */
  defaultBaseUrl: string | null;
  /** Whether it works with a server somewhere, so that an address means something. */
  hasServer: boolean;
  /** Environment variable that its key is read from by the app; null where there is none. */
  keyVariable: string | null;
  createModel(request: ProviderRequest): Model;
}
