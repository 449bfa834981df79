// Creates a separate chunk for React and its DOM renderer, because the bundler moves code that two entries share into a
// chunk.
import * as react from 'react';
import * as client from 'react-dom/client';

export { client, react };
