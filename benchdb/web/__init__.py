"""HTTP glue that both wings use: who may do what, errors as documents, the API and its OpenAPI description."""
